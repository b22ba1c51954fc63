import { Icon } from '../../ui/icons.tsx';

/**
 * Renders the button that plays the transformation again. It appears once the transformation has ended, if motion is
 * allowed.
 */
export function Replay({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" className="replay scripted" onClick={onPress}>
      <Icon name="replay" className="size-3.25" />
      <span>Replay</span>
    </button>
  );
}
