import { Icon } from '../../ui/icons.tsx';

/** Plays the transformation again. It shows once the transformation has ended, where motion is allowed. */
export function Replay({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" className="replay scripted" onClick={onPress}>
      <Icon name="replay" className="size-3.25" />
      <span>Replay</span>
    </button>
  );
}
