// How long a page may take to show a change. The documented limit of 2 s is enforced where screenshots are taken
// (`WAYBILL_IMAGES=1`), on an otherwise idle machine; elsewhere tests only wait for the change.
import { PATIENCE_MS } from './scale.ts';

export const isMeasured = process.env['WAYBILL_IMAGES'] === '1';
export const LIVE_UPDATE_MS = isMeasured ? 2_000 : PATIENCE_MS;
