// Card of the crew: names, rating, vehicle and phone number.
import { useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { fill } from '../ui/interpolate.ts';
import type { TrackingCrew } from './api.generated.ts';
import { crewNames } from './headline.ts';
import type { PageProps } from './page-props.ts';

export function CrewCard({ view, words, times, crew }: PageProps & { readonly crew: TrackingCrew }) {
  const rating = times.number(crew.rating, 1);
  return (
    <section aria-label={words.crew} className="rounded-2xl border bg-card p-5 shadow-xs">
      <div className="flex items-center gap-4">
        <div aria-hidden="true" className="flex flex-none -space-x-3">
          {crew.members.map(({ first_name, avatar }) => (
            <Avatar key={first_name} name={first_name} path={avatar} />
          ))}
        </div>
        <div className="min-w-0">
          <h2 className="text-base leading-tight font-semibold">{crewNames(view, words)}</h2>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-muted">
            <span>{words[crew.vehicle_type]}</span>
            <span aria-hidden="true">·</span>
            <span className="inline-flex items-center gap-1">
              <svg viewBox="0 0 20 20" aria-hidden="true" className="size-4 flex-none fill-accent">
                <path d="M10 2l2.400 5 5.500.7-4 3.800 1 5.500-4.900-2.700L5.100 17l1-5.500-4-3.800L7.600 7z" />
              </svg>
              <span aria-hidden="true">{rating}</span>
              <span className="sr-only">{fill(words.rating, { rating })}</span>
            </span>
          </p>
        </div>
      </div>
      {crew.phone_number !== null && (
        <div className="mt-4 grid gap-2">
          <CallLink {...{ view, words }} />
          <p className="text-center text-[0.8125rem] text-muted">{words.callNote}</p>
        </div>
      )}
    </section>
  );
}

/** Calls the crew by the masked number of this booking. */
export function CallLink({ view: { crew }, words }: Pick<PageProps, 'view' | 'words'>) {
  return (
    <a
      href={`tel:${crew?.phone_number ?? ''}`}
      className="flex min-h-12 items-center justify-center gap-2 rounded-xl bg-accent px-4 text-base font-semibold text-on-accent hover:bg-accent-hover"
    >
      <Icon name="phone" className="size-5" />
      {words.call}
    </a>
  );
}

/** Avatar; falls back to the initial if there is no image or it does not load. */
function Avatar({ name, path }: { readonly name: string; readonly path: string | null }) {
  const [isBroken, setIsBroken] = useState(false);
  const look =
    'grid size-12 place-items-center rounded-full border-2 border-card bg-tint text-lg font-semibold text-accent';
  if (path === null || isBroken) return <span className={look}>{name.charAt(0)}</span>;
  return <img src={path} alt="" width="48" height="48" className={look} onError={() => setIsBroken(true)} />;
}
