// The version of the command; package.json says the same.
export const cliVersion = '0.1.0';
