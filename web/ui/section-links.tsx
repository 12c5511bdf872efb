// Links to the sections of a long page. They stay in view below the header of the page.
export interface SectionLink {
  /** Id of the section. */
  readonly anchor: string;
  readonly title: string;
}

export function SectionLinks({ sections }: { readonly sections: readonly SectionLink[] }) {
  return (
    <nav
      aria-label="Sections of this page"
      className="sticky top-13 z-20 -mx-4 border-b bg-paper px-4 sm:-mx-6 sm:px-6"
    >
      <ul className="flex gap-x-4 overflow-x-auto">
        {sections.map(({ anchor, title }) => (
          <li key={anchor} className="flex-none">
            <a
              href={`#${anchor}`}
              className="inline-block py-2 font-medium text-accent underline-offset-2 hover:underline pointer-coarse:py-2.5"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
