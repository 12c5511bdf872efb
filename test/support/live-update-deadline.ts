// How long a page may take to show what happened. Two seconds is what we promise, and is measured where the pictures are taken
// (`WAYBILL_IMAGES=1`), on a machine that does nothing else; elsewhere the news itself is awaited, however busy the machine is.
import { PATIENCE_MS } from './scale.ts';

export const isMeasured = process.env['WAYBILL_IMAGES'] === '1';
export const NEWS_WITHIN_MS = isMeasured ? 2_000 : PATIENCE_MS;
