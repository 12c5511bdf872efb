// Common reasons why a stop cannot be completed, in the words of the crew page. The server recognises them, also with a
// note after a colon, and the tracking page then tells the person at the stop what to do.
export const stopFailureTexts: readonly string[] = [
  'Contact not there',
  'Wrong address',
  'No access',
  'Items not ready',
  'Items do not fit',
  'Items refused',
  'Items damaged',
  'Not safe',
];
