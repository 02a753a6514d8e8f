import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Menu,
  type ModalProps,
  NavLink,
  Table,
  Tooltip,
} from "@mantine/core";
import { DROPDOWN_MAX_HEIGHT_PX } from "@understudy/shared/limits.ts";

/** A blue-green that stays legible as text, as a fill under white and as a plot line, in both schemes. */
const lagoon: MantineColorsTuple = [
  "#eaf6f6",
  "#d3ebec",
  "#a8d6d8",
  "#7cc4c8",
  "#58b3b8",
  "#389da3",
  "#218790",
  "#17707a",
  "#135c65",
  "#0d464e",
];

/** Blue-grey, so that dark pages are calm and borders stay visible. */
const dark: MantineColorsTuple = [
  "#d5dae1",
  "#b9c1cb",
  "#9aa4b0",
  "#7b8794",
  "#3d4753",
  "#2f3842",
  "#232a32",
  "#181d23",
  "#13171c",
  "#0d1013",
];

const gray: MantineColorsTuple = [
  "#f6f8f9",
  "#eef1f3",
  "#e3e8eb",
  "#d4dadf",
  "#bcc5cc",
  "#94a0aa",
  "#6b7782",
  "#4d5862",
  "#343d46",
  "#1d242b",
];

/** Darker than Mantine's from 6 on, so that white on a red button is legible. */
const red: MantineColorsTuple = [
  "#fff2f2",
  "#ffe0e0",
  "#ffc5c5",
  "#ffa3a3",
  "#ff8585",
  "#f56565",
  "#e03c3c",
  "#c22b2b",
  "#a52222",
  "#861a1a",
];

const modalDefaults: Partial<ModalProps> = { centered: true, transitionProps: { duration: 120 } };
/** Defaults of the fields with a list of choices below them. */
const choicesDefaults = { maxDropdownHeight: DROPDOWN_MAX_HEIGHT_PX };

export const theme = createTheme({
  primaryColor: "lagoon",
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  colors: { lagoon, dark, gray, red },
  black: "#1d242b",
  fontFamily:
    '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", Cantarell, "Liberation Sans", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.25rem", lineHeight: "1.35" },
      h2: { fontSize: "1rem", lineHeight: "1.4" },
      h3: { fontSize: "0.875rem", lineHeight: "1.45" },
    },
  },
  defaultRadius: "sm",
  focusRing: "auto",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // By their names alone, as Modal: the first page needs none of them.
    Autocomplete: { defaultProps: choicesDefaults },
    MultiSelect: { defaultProps: choicesDefaults },
    Select: { defaultProps: choicesDefaults },
    TagsInput: { defaultProps: choicesDefaults },
    // The placeholder is a focusable child that a menu may not have.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Modal: { defaultProps: modalDefaults },
    NavLink: NavLink.extend({ defaultProps: { variant: "light" } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 6, horizontalSpacing: "sm" } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: true } }),
  },
});

/** Mantine's own secondary colours are too faint for WCAG AA at our text sizes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#55616c",
    "--mantine-color-placeholder": "#64707b",
    "--mantine-color-error": "#c22525",
    "--mantine-color-anchor": "#13636c",
    "--mantine-color-default-border": "#bcc5cc",
    "--surface-sunken": "#f6f8f9",
    "--surface-line": "#dfe4e8",
    "--surface-bar": "#bcc5cc",
    "--text-warning": "#944300",
    "--text-success": "#1e6b34",
  },
  dark: {
    "--mantine-color-dimmed": "#a1abb6",
    "--mantine-color-placeholder": "#8f9aa6",
    "--mantine-color-error": "#ff8f8f",
    "--mantine-color-anchor": "#7cc4c8",
    "--mantine-color-default-border": "#46515d",
    "--surface-sunken": "#13171c",
    "--surface-line": "#2c343d",
    "--surface-bar": "#4f5b67",
    "--text-warning": "#f2ae72",
    "--text-success": "#7fd08f",
    // Mantine's is a brown as loud as a button.
    "--mantine-color-yellow-light": "#322a1b",
  },
});
