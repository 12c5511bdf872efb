// Errors of OpenStreetMap files. Their messages are for operators.

/** The file is not an intact OpenStreetMap PBF file. */
export class DamagedOsmFile extends Error {}

/** The file is intact, but of a kind that cannot be imported. */
export class UnsupportedOsmFile extends Error {}
