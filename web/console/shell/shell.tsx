// Layout of every console page: navigation, top bar, connection state and content.
import { type ReactNode, useDeferredValue } from 'react';
import { ConnectionLostNotice } from '../../ui/connection-lost-notice.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { useConsoleStream } from '../console-stream.ts';
import { PhoneBar } from './phone-bar.tsx';
import { SecondFactorNotice } from './second-factor-notice.tsx';
import { SessionEndNotice } from './session-end-notice.tsx';
import { SideBar } from './side-bar.tsx';
import { SkipToBookings } from './skip-to-bookings.tsx';
import { TopBar } from './top-bar.tsx';

export function Shell({ children }: { readonly children: ReactNode }) {
  const live = useConsoleStream();
  // The frame of the navigation comes first: styles and layout of everything at once would be a long task.
  const isDrawn = useDeferredValue(true, false);
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-[13rem_minmax(0,1fr)]">
      <SkipLink />
      <SkipToBookings />
      <SideBar />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] max-lg:pb-16">
        <TopBar live={live.state} />
        <main
          id="content"
          tabIndex={-1}
          className="grid w-full grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 pt-5 pb-10 outline-none sm:px-6"
        >
          <SessionEndNotice />
          {live.state === 'reconnecting' && <ConnectionLostNotice onRetry={live.reconnect} />}
          <SecondFactorNotice />
          {isDrawn && children}
        </main>
      </div>
      <PhoneBar />
    </div>
  );
}
