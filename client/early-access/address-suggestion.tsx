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
    <p
      className="flex min-w-0 items-baseline text-caption text-ink-2 leading-[1.375rem]"
      role="status"
    >
      {suggestion !== null && (
        <>
          <span className="shrink-0 whitespace-pre">Did you mean </span>
          <button
            type="button"
            // Its two parts would be read as two words.
            aria-label={suggestion}
            className="relative flex min-w-0 cursor-pointer border-ink border-b font-semibold text-ink leading-[1.25rem] after:absolute after:-inset-x-1 after:-top-4 after:-bottom-2"
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
