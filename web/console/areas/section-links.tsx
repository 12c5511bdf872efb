// Links to the sections of the form: it is several screens long.
const sections = [
  { anchor: 'area', title: 'Area' },
  { anchor: 'hours', title: 'Opening hours' },
  { anchor: 'products', title: 'Products' },
  { anchor: 'prices', title: 'Prices' },
  { anchor: 'service-time', title: 'Service time' },
  { anchor: 'add-ons', title: 'Add-ons' },
  { anchor: 'history', title: 'History' },
] as const;

export type SectionAnchor = (typeof sections)[number]['anchor'];

export function SectionLinks() {
  return (
    <nav aria-label="Sections of this page">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {sections.map(({ anchor, title }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              className="inline-block py-1 font-medium text-accent underline underline-offset-2 pointer-coarse:py-2.5"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
