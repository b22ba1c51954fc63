/** The product preview of the hero with its caption row, “Exhibit 1”. */
export function ProductWindow() {
  return <figure className="window" />;
}
