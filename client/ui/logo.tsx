/** Our mark: a U that is a curve fitted through points, with its band. Decoration; name the link around it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#17656f" />
      <path
        d="M8 7.5c0 12 3 17 8 17s8-5 8-17"
        fill="none"
        stroke="#9fe0dc"
        strokeOpacity=".35"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path
        d="M8 7.5c0 12 3 17 8 17s8-5 8-17"
        fill="none"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <g fill="#ffc867">
        <circle cx="8.9" cy="15" r="2.2" />
        <circle cx="16" cy="24.5" r="2.2" />
        <circle cx="23.1" cy="15" r="2.2" />
      </g>
    </svg>
  );
}
