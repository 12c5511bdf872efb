// Root component of the tracking page: the booking, or a notice about the link.
import { useEffect } from 'react';
import { useLanguage } from '../ui/language.ts';
import { TimeFormatter } from '../ui/time-format.ts';
import { useNow } from '../ui/use-now.ts';
import { DeliveryPage } from './delivery-page.tsx';
import { headlineOf } from './headline.ts';
import { LinkNotice } from './link-notice.tsx';
import { type FetchState, useLiveView } from './live-view.ts';
import { messagesByLanguage } from './messages.ts';
import { PreviewBar } from './preview-bar.tsx';
import { TopBar } from './top-bar.tsx';
import type { TrackingSource } from './tracking-source.ts';

interface TrackingAppProps {
  readonly source: TrackingSource;
  readonly first: Partial<FetchState>;
}

export function TrackingApp({ source, first }: TrackingAppProps) {
  const [language] = useLanguage();
  const words = messagesByLanguage[language];
  const live = useLiveView(source.path, first);
  const localNowMs = useNow();
  const { view, receivedAtMs, link } = live;
  // Server time advanced by local elapsed time: the browser's clock may be wrong.
  const elapsedMs = Math.max(0, localNowMs - receivedAtMs);
  const times = new TimeFormatter(language, view ? Date.parse(view.now) + elapsedMs : localNowMs);
  const shown = link === 'open' ? view : null;
  // The title of the tab says how the delivery stands, also while another tab is open.
  const title = shown
    ? `${headlineOf(shown, words, times).title} · ${words.pageTitle}`
    : `${words.pageTitle} · Waybill`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      {shown?.branding?.stylesheet && (
        <link rel="stylesheet" href={shown.branding.stylesheet} precedence="high" />
      )}
      {source.isPreview && <PreviewBar words={words} />}
      <div className="mx-auto flex min-h-dvh max-w-6xl flex-col">
        <TopBar words={words} view={shown} />
        {shown ? (
          <DeliveryPage {...{ words, times, live }} view={shown} />
        ) : (
          <LinkNotice {...{ words, live }} />
        )}
      </div>
    </>
  );
}
