/** The finished deck: eight slides, the fourth in front; 386 × 254 units. */
export function SlideStack() {
  return (
    <svg
      className="relative w-full max-w-[386px] fill-slide stroke-slide-ink forced-color-adjust-none"
      viewBox="0 0 386 254"
      aria-hidden="true"
    >
      {[7, 6, 5, 4, 3, 2, 1].map((back) => (
        <path key={back} d={`M${0.75 + back * 12} ${84.5 - back * 12}h300v168h-300z`} />
      ))}
      <path strokeWidth="1.5" d="M.75 84.5h300v168H.75z" />
      <g className="fill-slide-ink stroke-none font-medium font-serif text-[17px]">
        <text x="18.5" y="113.5">
          Moving from nine hubs to five
        </text>
        <text x="18.5" y="130.5">
          restores 4.2 points of margin
        </text>
      </g>
      <path className="stroke-slide-rule" d="M18.5 140.5h263" />
      <path className="fill-slide-ink stroke-none" d="M31 191h19v34.5H31zM162.5 167h19v58.5h-19z" />
      <path className="fill-slide-mid stroke-none" d="M110 173h19v8h-19zM136 167h19v6.5h-19z" />
      <path className="fill-marker" d="M57.5 176.5h19v14.5h-19z" />
      <path d="M83.5 176.5h19v5h-19zM26 225.5h165M206 155v71" />
      <path className="stroke-slide-ink-2" strokeWidth="4" d="M215 161h57M215 170.5h49" />
      <path
        className="stroke-slide-ink-2"
        strokeWidth="2.5"
        d="M215 184.5h60M215 193.5h53M215 203h57"
      />
      <path className="stroke-slide-light" strokeWidth="2" d="M18.5 241.5h86M270 241.5h11" />
    </svg>
  );
}
