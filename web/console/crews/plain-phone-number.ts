// Phone number as an operator types it, in the form of the API.

/**
 * "(212) 555-0142" becomes "+12125550142": numbers of ten digits are of the United States, as for the sign-in of crew members. Other
 * numbers need the country code: the API refuses them with an example.
 */
export function plainPhoneNumber(text: string): string {
  const plain = text.replaceAll(/[\s().-]/g, '');
  return /^1?[2-9]\d{9}$/.test(plain) ? `+1${plain.slice(-10)}` : plain;
}
