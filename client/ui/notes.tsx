/** Markdown that people wrote, as React elements: HTML in it stays text, and nothing is loaded from elsewhere. */
import { Code, Table } from "@mantine/core";
import { lexer, type Token, type Tokens } from "marked";
import { createContext, Fragment, type ReactNode, useContext, useMemo } from "react";
import { Link } from "react-router-dom";
import { createMentionPattern } from "./mentions.ts";
import classes from "./notes.module.css";

const NO_NAMES: readonly string[] = [];
/** The people whom the text mentions: their names stand out. */
const MentionedContext = createContext(NO_NAMES);

type Props = {
  text: string;
  /** The names that follow an @ in the text. */
  mentioned?: readonly string[];
};

export function Notes({ text, mentioned = NO_NAMES }: Props) {
  const tokens = useMemo(() => lexer(text, { gfm: true, breaks: true }), [text]);
  return (
    <MentionedContext value={mentioned}>
      <div className={classes.notes}>{renderTokens(tokens)}</div>
    </MentionedContext>
  );
}

/** A text without Markdown. */
function PlainText({ text }: { text: string }) {
  const names = useContext(MentionedContext);
  if (names.length === 0 || !text.includes("@")) return text;
  return text.split(createMentionPattern(names)).map((part, at) =>
    // Every other part is a mention.
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity but their order
      <span key={at} className={classes.mention}>
        {part}
      </span>
    ),
  );
}

const renderTokens = (tokens: readonly Token[]): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text have no identity but their order
  tokens.map((token, at) => <Fragment key={at}>{renderToken(token)}</Fragment>);

const renderContent = (token: Token): ReactNode =>
  "tokens" in token && token.tokens !== undefined ? (
    renderTokens(token.tokens)
  ) : "text" in token ? (
    <PlainText text={token.text} />
  ) : (
    token.raw
  );

function renderToken(token: Token): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading":
      // Not a heading of the page: its own outline says what the page holds.
      return (
        <p className={classes.heading}>
          <strong>{renderContent(token)}</strong>
        </p>
      );
    case "paragraph":
      return <p>{renderContent(token)}</p>;
    case "strong":
      return <strong>{renderContent(token)}</strong>;
    case "em":
      return <em>{renderContent(token)}</em>;
    case "del":
      return <del>{renderContent(token)}</del>;
    case "br":
      return <br />;
    case "hr":
      return <hr />;
    case "codespan":
      return <Code>{"text" in token ? token.text : token.raw}</Code>;
    case "code":
      return <Code block>{"text" in token ? token.text : token.raw}</Code>;
    case "blockquote":
      return <blockquote>{renderContent(token)}</blockquote>;
    case "checkbox":
      return (
        <input type="checkbox" checked={"checked" in token && token.checked === true} disabled readOnly />
      );
    case "text":
    case "escape":
      return renderContent(token);
    default:
      return withParts(token);
  }
}

const isList = (token: Token): token is Tokens.List => token.type === "list";
const isTable = (token: Token): token is Tokens.Table => token.type === "table";
const isLink = (token: Token): token is Tokens.Link | Tokens.Image =>
  token.type === "link" || token.type === "image";

/** Lists, tables and links; anything else, HTML too, as it was written. */
function withParts(token: Token): ReactNode {
  if (isList(token)) {
    const items = token.items.map((item, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <li key={at}>{renderTokens(item.tokens)}</li>
    ));
    return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>;
  }
  if (isTable(token)) return <NotesTable {...token} />;
  if (isLink(token)) return <NotesLink href={token.href}>{renderContent(token)}</NotesLink>;
  return token.raw;
}

function NotesTable({ header, rows }: Pick<Tokens.Table, "header" | "rows">) {
  const cells = (row: readonly Tokens.TableCell[]) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    row.map(({ tokens }, at) => <td key={at}>{renderTokens(tokens)}</td>);
  return (
    <div className={classes.table}>
      <Table withTableBorder w="auto">
        <tbody>
          <tr className={classes.head}>{cells(header)}</tr>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={at}>{cells(row)}</tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** A link within the product, to the web or to an e-mail address; what has another scheme, such as a script, is text. */
function NotesLink({ href, children }: { href: string; children: ReactNode }) {
  if (/^\/(?!\/)/.test(href)) return <Link to={href}>{children}</Link>;
  if (!/^(https?:\/\/|mailto:)/i.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
