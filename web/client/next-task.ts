// Ends the current task of the main thread, so that the browser can draw and handle input before the work continues.

interface YieldingScheduler {
  readonly yield?: () => Promise<void>;
}

export async function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { readonly scheduler?: YieldingScheduler };
  // Safari has no scheduler.yield().
  await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)));
}
