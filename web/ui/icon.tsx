// Icons in the colour of the surrounding text. They are decorative and hidden from screen readers.
import { classNames } from './class-names.ts';

const shapes = {
  alert: 'M10 7.5v4M10 14v.01M10 2.5l8 14H2z',
  arrow: 'M4 10h12M11 5l5 5-5 5',
  back: 'M12 4l-6 6 6 6',
  board: 'M3 4h14v12H3zM3 8h14M8 8v8M13 8v8',
  bolt: 'M11 2L4 11.5h5L8 18l8-9.5h-5z',
  book: 'M4 4.5A1.5 1.5 0 015.5 3H16v14H5.5A1.5 1.5 0 014 15.5zM4 15.5A1.5 1.5 0 015.5 14H16',
  building:
    'M4 17V4.5A1.500 1.500 0 015.500 3h6A1.500 1.500 0 0113 4.500V17M13 8h2.500A1.500 1.500 0 0117 9.500V17M2.500 17h15M7 6.500h3M7 9.500h3M7 12.500h3',
  calendar: 'M3.5 5h13v12h-13zM3.500 8.500h13M7 3v3.500M13 3v3.500',
  camera: 'M3 6.500h3L7.500 4h5L14 6.500h3V16H3zM13 11a3 3 0 11-6 0 3 3 0 016 0z',
  chart: 'M3 17h14M5.500 14v-4M10 14V5M14.500 14V8',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  chevron: 'M8 5l5 5-5 5',
  clock: 'M10 5.5V10l3 2M17 10a7 7 0 11-14 0 7 7 0 0114 0z',
  close: 'M5 5l10 10M15 5L5 15',
  copy: 'M7.5 7.5h8v9h-8zM4.5 12.5v-9h8',
  down: 'M10 4v12M5 11l5 5 5-5',
  edit: 'M4 16l.8-3.200L13.500 4l2.500 2.500-8.800 8.700z',
  eye: 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM12 10a2 2 0 11-4 0 2 2 0 014 0z',
  filter: 'M3 5h14M6 10h8M8.500 15h3',
  fit: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4',
  flag: 'M5 17V3.500M5 4h10l-2 3.500 2 3.500H5',
  globe: 'M17 10a7 7 0 11-14 0 7 7 0 0114 0zM3 10h14M10 3c2 2 3 4.500 3 7s-1 5-3 7c-2-2-3-4.500-3-7s1-5 3-7z',
  inbox: 'M3 11l2.5-7h9L17 11v5H3zM3 11h4l1 2h4l1-2h4',
  key: 'M10.2 9.800l6.3-6.300M14 6l2.5 2.500M11.5 13a4 4 0 11-8 0 4 4 0 018 0z',
  info: 'M17 10a7 7 0 11-14 0 7 7 0 0114 0zM10 9.500v4M10 6.500v.01',
  leave: 'M12 5V3H4v14h8v-2M8 10h9M14 7l3 3-3 3',
  locate:
    'M10 17.500s5.500-5 5.500-9a5.500 5.500 0 00-11 0c0 4 5.500 9 5.500 9zM12 8.500a2 2 0 11-4 0 2 2 0 014 0z',
  list: 'M7 5.500h10M7 10h10M7 14.500h10M3.500 5.500v.01M3.500 10v.01M3.500 14.500v.01',
  lock: 'M5 9h10v8H5zM7 9V6.500a3 3 0 016 0V9',
  mail: 'M3 5h14v10H3zM3 5.500l7 5.500 7-5.500',
  map: 'M7.500 4L3 5.500v11L7.500 15l5 1.500L17 15V4l-4.500 1.500zM7.500 4v11M12.500 5.500v11',
  menu: 'M3.500 6h13M3.500 10h13M3.500 14h13',
  minus: 'M4 10h12',
  money: 'M2.500 5.500h15v9h-15zM12 10a2 2 0 11-4 0 2 2 0 014 0zM5 10v.01M15 10v.01',
  message: 'M3 4h14v10H9l-4 3v-3H3z',
  moon: 'M16.5 11.5A7 7 0 018.5 3.5a7 7 0 108 8z',
  navigate: 'M10 2.500l6.500 14.500L10 13.800 3.500 17z',
  pause: 'M7 5v10M13 5v10',
  more: 'M5.600 10a.6.6 0 11-1.200 0 .6.6 0 011.200 0zM10.600 10a.6.6 0 11-1.200 0 .6.6 0 011.200 0zM15.600 10a.6.6 0 11-1.200 0 .6.6 0 011.200 0z',
  people:
    'M10.500 7a3 3 0 11-6 0 3 3 0 016 0zM2 17c0-3 2.500-5 5.500-5s5.500 2 5.500 5M13 4.300a3 3 0 010 5.400M15 12.500c1.800.7 3 2.400 3 4.500',
  phone:
    'M6.200 3H4.500A1.500 1.500 0 003 4.600C3.600 11 9 16.400 15.400 17a1.500 1.500 0 001.600-1.500v-1.700a1.200 1.200 0 00-.9-1.200l-2-.5a1.200 1.200 0 00-1.200.4l-.8 1A10 10 0 016.500 7.900l1-.8a1.200 1.200 0 00.4-1.200l-.5-2A1.200 1.200 0 006.200 3z',
  pin: 'M10 17.500s5.500-5 5.500-9a5.500 5.500 0 10-11 0c0 4 5.500 9 5.500 9zM12 8.500a2 2 0 11-4 0 2 2 0 014 0z',
  plus: 'M10 4v12M4 10h12',
  pulse: 'M2.5 10h3.5l2-5 4 10 2-5h3.5',
  refresh: 'M16 10a6 6 0 11-1.8-4.3M16 3v3.5h-3.5',
  search: 'M13 13l4 4M14.5 8.75a5.75 5.75 0 11-11.5 0 5.75 5.75 0 0111.5 0z',
  send: 'M3 10l14-6.5-4 13.5-3.5-5.5zM9.5 11.5L17 3.5',
  shield: 'M10 2.500l6 2.200V10c0 3.500-2.500 6-6 7.500C6.500 16 4 13.500 4 10V4.700z',
  sun: 'M10 2v1.5M10 16.500v1.5M2 10h1.500M16.5 10H18M4.3 4.300l1.1 1.100M14.6 14.600l1.1 1.100M4.3 15.700l1.1-1.100M14.6 5.400l1.1-1.100M13 10a3 3 0 11-6 0 3 3 0 016 0z',
  tag: 'M3 3.500h6.500l7.500 7.500-6 6-7.500-7.500zM6.500 7v.01',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.8 11h7.400l.8-11M8.5 9v5M11.5 9v5',
  truck:
    'M2 5h9.500v9H2zM11.500 8H15l3 3v3h-6.500M7 15.500a1.500 1.500 0 11-3 0 1.500 1.500 0 013 0zM16 15.500a1.500 1.500 0 11-3 0 1.500 1.500 0 013 0z',
  undo: 'M4 8h8.500a4 4 0 010 8H8M7 4.500L3.500 8 7 11.500',
  up: 'M10 16V4M5 9l5-5 5 5',
  user: 'M13 7a3 3 0 11-6 0 3 3 0 016 0zM4 17c0-3.300 2.700-5.500 6-5.500s6 2.200 6 5.500',
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
