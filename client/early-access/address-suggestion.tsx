interface Props {
  /** The address that the visitor probably meant; null: none. */
  suggestion: string | null;
  /** True after a press of the button that was held because of the suggestion. */
  isHeld: boolean;
  onTake: () => void;
}

/**
 * Asks whether the visitor meant another address. It follows the field in the document and stands in the row of the label,
 * so that nothing moves. Screen readers say the question once, when it appears. Where the row is too narrow, the part before
 * the @ is cut off. Each text has an element of its own, because a translated page has other nodes in place of texts.
 */
export function AddressSuggestion({ suggestion, isHeld, onTake }: Props) {
  const at = suggestion?.lastIndexOf('@') ?? 0;
  return (
    <p
      className={`suggestion col-start-2 row-start-1 flex items-baseline justify-end self-baseline text-caption text-ink-2 ${isHeld ? 'held' : ''}`}
      role="status"
    >
      {suggestion !== null && (
        <>
          <span className="mr-1.5 shrink-0">{'Did you mean '}</span>
          <button
            type="button"
            // Without a label, screen readers would read the two parts as two words.
            aria-label={suggestion}
            className="text-button flex min-w-0 leading-5"
            onClick={onTake}
          >
            <span className="truncate">{suggestion.slice(0, at)}</span>
            <span className="shrink-0">{suggestion.slice(at)}</span>
          </button>
          <span className="ml-1.5">?</span>
        </>
      )}
      {isHeld && <span className="sr-only">Press again to send the address as it is.</span>}
    </p>
  );
}
