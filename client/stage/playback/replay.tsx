import { Icon } from '../../ui/icons.tsx';

/**
 * Renders the button that plays the transformation. The button is hidden while the transformation plays, and where the
 * visitor wants no motion (playback.css).
 */
export function Replay({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" className="replay scripted" onClick={onPress}>
      <Icon name="replay" className="size-3.25" />
      <span>Replay</span>
    </button>
  );
}
