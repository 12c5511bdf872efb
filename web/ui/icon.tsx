// Icons, drawn in the colour of the text around them. They only repeat what words say, so screen readers skip them.
import { classNames } from './class-names.ts';

const shapes = {
  alert: 'M10 7.5v4M10 14v.01M10 2.5l8 14H2z',
  arrow: 'M4 10h12M11 5l5 5-5 5',
  back: 'M12 4l-6 6 6 6',
  bolt: 'M11 2L4 11.5h5L8 18l8-9.5h-5z',
  book: 'M4 4.5A1.5 1.5 0 015.5 3H16v14H5.5A1.5 1.5 0 014 15.5zM4 15.5A1.5 1.5 0 015.5 14H16',
  camera:
    'M3 6.500h3l1.500-2h5l1.500 2h3v9.500H3zM12.800 11a2.800 2.800 0 11-5.600 0 2.800 2.800 0 015.600 0z',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  chevron: 'M8 5l5 5-5 5',
  clock: 'M10 5.5V10l3 2M17 10a7 7 0 11-14 0 7 7 0 0114 0z',
  close: 'M5 5l10 10M15 5L5 15',
  copy: 'M7.5 7.5h8v9h-8zM4.5 12.5v-9h8',
  eye: 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM12 10a2 2 0 11-4 0 2 2 0 014 0z',
  inbox: 'M3 11l2.5-7h9L17 11v5H3zM3 11h4l1 2h4l1-2h4',
  key: 'M10.2 9.800l6.3-6.300M14 6l2.5 2.500M11.5 13a4 4 0 11-8 0 4 4 0 018 0z',
  leave: 'M12 5V3H4v14h8v-2M8 10h9M14 7l3 3-3 3',
  locate:
    'M10 17.500s5.500-5 5.500-9a5.500 5.500 0 00-11 0c0 4 5.500 9 5.500 9zM12 8.500a2 2 0 11-4 0 2 2 0 014 0z',
  moon: 'M16.5 11.5A7 7 0 018.5 3.5a7 7 0 108 8z',
  navigate: 'M10 2.500l6.500 14.500L10 13.800 3.500 17z',
  pause: 'M7 5v10M13 5v10',
  phone:
    'M6.200 3H4.500A1.500 1.500 0 003 4.600C3.600 11 9 16.400 15.400 17a1.500 1.500 0 001.600-1.500v-1.700a1.200 1.200 0 00-.9-1.200l-2-.5a1.200 1.200 0 00-1.200.4l-.8 1A10 10 0 016.500 7.900l1-.8a1.200 1.200 0 00.4-1.200l-.5-2A1.200 1.200 0 006.200 3z',
  plus: 'M10 4v12M4 10h12',
  pulse: 'M2.5 10h3.5l2-5 4 10 2-5h3.5',
  refresh: 'M16 10a6 6 0 11-1.8-4.3M16 3v3.5h-3.5',
  search: 'M13 13l4 4M14.5 8.75a5.75 5.75 0 11-11.5 0 5.75 5.75 0 0111.5 0z',
  send: 'M3 10l14-6.5-4 13.5-3.5-5.5zM9.5 11.5L17 3.5',
  sun: 'M10 2v1.5M10 16.500v1.5M2 10h1.500M16.5 10H18M4.3 4.300l1.1 1.100M14.6 14.600l1.1 1.100M4.3 15.700l1.1-1.100M14.6 5.400l1.1-1.100M13 10a3 3 0 11-6 0 3 3 0 016 0z',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.8 11h7.400l.8-11M8.5 9v5M11.5 9v5',
} as const;

export type IconName = keyof typeof shapes;

interface IconProps {
  readonly name: IconName;
  readonly className?: string | undefined;
}

export function Icon({ name, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={classNames('size-4 flex-none fill-none stroke-current', className)}
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
