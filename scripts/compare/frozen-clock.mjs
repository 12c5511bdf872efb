// Preloaded into the servers of `npm run compare-pages`: Date stands still at FROZEN_AT, so that both builds show the same
// times. Timers and performance.now() go on.
const RealDate = Date;
const frozenAt = RealDate.parse(process.env.FROZEN_AT ?? '');

globalThis.Date = class FrozenDate extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [frozenAt] : parts));
  }

  static now() {
    return frozenAt;
  }
};
