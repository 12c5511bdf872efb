// Shown if there is no booking to display: server unreachable, link expired, link unknown.
import { Button } from '../ui/button.tsx';
import { fill } from '../ui/interpolate.ts';
import { senderName } from './headline.ts';
import { HelpLinks } from './help-links.tsx';
import type { LiveView } from './live-view.ts';
import type { Words } from './messages.ts';

export function LinkNotice({ words, live }: { readonly words: Words; readonly live: LiveView }) {
  const { link, ask, view } = live;
  const [title, text] = {
    open: [words.failedTitle, words.failed],
    expired: [words.expiredTitle, words.expired],
    unknown: [words.unknownTitle, words.unknown],
    signed_out: [words.signedOutTitle, words.signedOut],
  }[link];
  return (
    <main className="grid flex-1 place-items-start justify-center p-4 sm:place-items-center">
      <div role="status" className="w-full max-w-md rounded-2xl border bg-card p-6 shadow-float">
        <h1 className="text-2xl leading-tight font-semibold tracking-tight">{title}</h1>
        <p className="mt-2 text-base text-muted">{text}</p>
        {link === 'expired' && view && (
          <div className="mt-3 text-base">
            <p>{fill(words.questions, { sender: senderName(view, words) })}</p>
            <HelpLinks view={view} />
          </div>
        )}
        {link === 'open' && (
          <Button look="primary" className="mt-5" onClick={ask}>
            {words.retry}
          </Button>
        )}
      </div>
    </main>
  );
}
