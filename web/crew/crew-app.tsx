// Root component of the crew page: the day of the signed-in crew member, or the sign-in form.
import { useEffect, useSyncExternalStore } from 'react';
import { useLanguage } from '../ui/language.ts';
import { lazyMap } from '../ui/map/lazy-map.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { TimeFormatter } from '../ui/time-format.ts';
import { useNow } from '../ui/use-now.ts';
import { DayPage } from './day/day-page.tsx';
import { messagesByLanguage, type Words } from './messages.ts';
import type { OfflineModel } from './offline/offline-model.ts';
import { TopBar } from './top-bar.tsx';

const SignInPage = lazyMap(async () => (await import('./sign-in/sign-in-page.tsx')).SignInPage);

export function CrewApp({ phone }: { readonly phone: OfflineModel }) {
  const [language] = useLanguage();
  const words = messagesByLanguage[language];
  const view = useSyncExternalStore(phone.subscribe, phone.view);
  // Re-renders every few seconds, so that relative days and times stay current.
  useNow();
  const times = new TimeFormatter(language, phone.now().getTime());
  useEffect(() => {
    document.title = `${words.pageTitle} · Waybill`;
  }, [words]);
  return (
    <div className="mx-auto flex min-h-dvh max-w-xl flex-col">
      <TopBar {...{ words, view, phone }} />
      {view.stage === 'out' ? (
        <SignInPage {...{ words, view, phone }} />
      ) : view.day === null ? (
        <Loading words={words} />
      ) : (
        <DayPage {...{ words, times, view, phone }} day={view.day} />
      )}
    </div>
  );
}

function Loading({ words }: { readonly words: Words }) {
  return (
    <main className="grid content-start gap-4 px-4 py-3">
      <h1 className="sr-only">{words.pageTitle}</h1>
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-72 rounded-2xl" />
      <Skeleton className="h-24 rounded-2xl" />
    </main>
  );
}
