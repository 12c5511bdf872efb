// Due job that moves on from a completed stop. The key is `<booking id>:<stop id>`.
export const MOVE_ON_JOB = 'dispatch.move_on';

export interface MoveOnJobData {
  readonly bookingId: string;
  readonly stopId: string;
}
