// Phone number as an operator types it, without the separators that the API refuses.

/** "+1 (212) 555-0142" becomes "+12125550142". A number without the country code is left for the API to refuse. */
export function plainPhoneNumber(text: string): string {
  return text.replaceAll(/[\s().-]/g, '');
}
