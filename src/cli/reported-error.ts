// Thrown by a command that has printed all there is to say, and has failed nevertheless.
export class AlreadyTold extends Error {}
