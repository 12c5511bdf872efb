// Thumbnails of draft photos: taken at this stop, not yet attached to a step. A tap opens the review.
import { Icon } from '../../ui/icon.tsx';
import { fill } from '../../ui/interpolate.ts';
import type { Words } from '../messages.ts';
import type { StoredPhoto } from '../offline/offline-store.ts';
import { Photo } from './photo.tsx';

interface PhotoStripProps {
  readonly words: Words;
  readonly photos: readonly StoredPhoto[];
  readonly onReview: (id: string) => void;
  readonly onDrop: (id: string) => void;
}

export function PhotoStrip({ words, photos, onReview, onDrop }: PhotoStripProps) {
  if (photos.length === 0) return null;
  return (
    <ul className="flex gap-2 overflow-x-auto py-1">
      {photos.map(({ id, picture }, index) => (
        <li key={id} className="relative flex-none">
          <button type="button" onClick={() => onReview(id)} className="block rounded-xl">
            <Photo
              picture={picture}
              alt={fill(words.photoOf, { number: index + 1 })}
              className="size-20 rounded-xl border bg-tint object-cover"
            />
          </button>
          <button
            type="button"
            aria-label={fill(words.removePhoto, { number: index + 1 })}
            onClick={() => onDrop(id)}
            className="absolute -top-1 -right-1 grid size-8 place-items-center rounded-full border bg-card text-danger shadow-xs"
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
