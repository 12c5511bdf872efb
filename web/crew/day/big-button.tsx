// Large touch buttons of the crew page, and a button that opens the camera.
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

type Look = 'primary' | 'quiet';

const looks: Readonly<Record<Look, string>> = {
  primary: 'min-h-16 bg-accent text-lg text-on-accent hover:bg-accent-hover',
  quiet: 'min-h-12 border border-field-line bg-card text-base hover:bg-hover',
};
const base =
  'flex w-full items-center justify-center gap-2.5 rounded-2xl px-4 text-left font-semibold leading-tight active:translate-y-px';

interface BigButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: Look;
  readonly icon: IconName;
}

export function BigButton({ look = 'primary', icon, children, ...rest }: BigButtonProps) {
  return (
    <button type="button" {...rest} className={classNames(base, looks[look], 'disabled:opacity-55')}>
      <Icon name={icon} className="size-6" />
      {children}
    </button>
  );
}

interface CameraButtonProps {
  readonly look?: Look;
  readonly isBusy: boolean;
  readonly children: ReactNode;
  readonly onPicture: (file: File) => void;
}

/** Opens the camera, or a file picker on devices without one. */
export function CameraButton({ look = 'primary', isBusy, children, onPicture }: CameraButtonProps) {
  return (
    <label
      className={classNames(
        base,
        looks[look],
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isBusy && 'opacity-55',
      )}
    >
      <input
        type="file"
        accept="image/*"
        capture="environment"
        disabled={isBusy}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Without the reset, choosing the same file again fires no change event.
          currentTarget.value = '';
          if (file) onPicture(file);
        }}
      />
      <Icon name="camera" className="size-6" />
      <span>{children}</span>
    </label>
  );
}
