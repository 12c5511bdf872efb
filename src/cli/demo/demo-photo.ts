// Generated proof-of-delivery photos for the demo: a parcel in front of a door, in varying colors.
import { type SeededRandom, seededRandom } from '../../lib/seeded-random.ts';

const walls = ['#c9bfae', '#b9c4c9', '#d3c3b4', '#aeb7a5'];
const doors = ['#2f4f4f', '#7a3b2e', '#23415c', '#4a3a5c'];

async function render(random: SeededRandom): Promise<Buffer> {
  // Imported late, so that other commands do not load sharp.
  const { default: sharp } = await import('sharp');
  const [wall, door] = [random.pick(walls), random.pick(doors)];
  const [left, width] = [random.between(60, 300), random.between(110, 190)];
  const top = 400 - Math.round(width * 0.8);
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
<rect width="640" height="480" fill="${wall}"/><rect y="390" width="640" height="90" fill="#8d8577"/>
<rect x="330" y="70" width="200" height="325" rx="4" fill="${door}"/><circle cx="505" cy="240" r="9" fill="#e0b64f"/>
<rect x="350" y="95" width="70" height="110" fill="#ffffff22"/><rect x="440" y="95" width="70" height="110" fill="#ffffff22"/>
<rect x="${left}" y="${top}" width="${width}" height="${410 - top}" fill="#b98a52"/>
<rect x="${left + width / 2 - 9}" y="${top}" width="18" height="${410 - top}" fill="#d8b98a"/></svg>`),
  )
    .resize(480)
    .jpeg({ quality: 70 })
    .toBuffer();
}

/** Number of distinct photos. Rendering is slow, so they are cached and reused. */
const DISTINCT_PHOTOS = 12;
const photos = new Map<number, Promise<Buffer>>();

export function demoPhoto(number: number): Promise<Buffer> {
  const index = number % DISTINCT_PHOTOS;
  const photo = photos.get(index) ?? render(seededRandom(index));
  photos.set(index, photo);
  return photo;
}
