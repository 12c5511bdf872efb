// The version of the SDK as it introduces itself; package.json says the same.
export const sdkVersion = '0.1.0';
