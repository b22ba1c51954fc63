interface Props {
  /** The address that the visitor probably meant; null: none. */
  suggestion: string | null;
  onTake: () => void;
}

/**
 * Asks whether the visitor meant another address, in the row of the label, so that nothing moves. Screen readers say
 * the question once, when it appears. Where the row is too narrow, the part before the @ is cut off.
 */
export function AddressSuggestion({ suggestion, onTake }: Props) {
  const at = suggestion?.lastIndexOf('@') ?? 0;
  return (
    <p className="flex min-w-0 items-baseline text-caption text-ink-2" role="status">
      {suggestion !== null && (
        <>
          <span className="shrink-0 whitespace-pre">Did you mean </span>
          <button
            type="button"
            // Without a label, screen readers would read the two parts as two words.
            aria-label={suggestion}
            className="link-button flex min-w-0"
            onClick={onTake}
          >
            <span className="truncate">{suggestion.slice(0, at)}</span>
            <span className="shrink-0">{suggestion.slice(at)}</span>
          </button>
          ?
        </>
      )}
    </p>
  );
}
