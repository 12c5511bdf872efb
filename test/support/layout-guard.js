// Layout guard, evaluated inside a page: returns its layout faults as texts. What axe judges is left to axe (names, heading
// order). All boxes are read before anything is compared, so that the page is laid out once.
(() => {
  const faults = [];
  const TOLERANCE_PX = 1.5;
  const viewport = { left: 0, right: document.documentElement.clientWidth };
  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option]';

  const describe = (element) => {
    const name = (element.getAttribute('aria-label') ?? element.innerText ?? element.textContent ?? '')
      .trim()
      .replace(/\s+/g, ' ');
    const kind = element.getAttribute('role') ?? element.localName;
    const classes = String(element.getAttribute('class') ?? '').split(' ', 2);
    return `${[kind, ...classes].filter(Boolean).join('.')} "${name.slice(0, 60)}"`;
  };

  // A modal dialog makes the rest of the page inert.
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;

  const styles = new Map();
  const styleOf = (element) => {
    let style = styles.get(element);
    if (!style) {
      style = getComputedStyle(element);
      styles.set(element, style);
    }
    return style;
  };

  const shown = new Map();
  const isShown = (element) => {
    let answer = shown.get(element);
    if (answer === undefined) {
      answer = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      shown.set(element, answer);
    }
    return answer;
  };

  /** Hidden from view, for screen readers only or until it has the focus: clipped to a pixel, or left of the page. */
  const isVisuallyHidden = (element) => {
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const { clipPath, clip, position } = styleOf(each);
      if (clipPath === 'inset(50%)' || (position === 'absolute' && clip !== 'auto')) return true;
      if (position === 'absolute' && each.getBoundingClientRect().right <= 0) return true;
    }
    return false;
  };

  /** What moves on its own when the page scrolls, and may cover other content for a while. */
  const layers = new Map();
  const layerOf = (element) => {
    if (!element || element === document.documentElement) return document.body;
    let layer = layers.get(element);
    if (layer === undefined) {
      const isOwn =
        ['fixed', 'sticky'].includes(styleOf(element).position) || element.matches('dialog, [popover]');
      layer = isOwn ? element : layerOf(element.parentElement);
      layers.set(element, layer);
    }
    return layer;
  };

  const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';
  const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const endsInEllipsis = ({ textOverflow, webkitLineClamp }) =>
    textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
  const isPainted = ({ backgroundColor, borderLeftWidth, borderRightWidth }) =>
    (parseFloat(borderLeftWidth) > 0 && parseFloat(borderRightWidth) > 0) ||
    !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor);

  /**
   * The part of a box that is visible within its containers, and whether text in it is cut off. Text is cut where a
   * container hides what overflows, where it leaves the viewport without a scroll container in between, and where it
   * leaves the painted box it stands in.
   */
  function clipped(element, box) {
    const visible = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
    let cut;
    let scrollsX = false;
    let scrollsY = false;
    let painted = false;
    // Containers between a positioned element and its offset parent do not clip it.
    const outward = (each) =>
      (styleOf(each).position === 'absolute' && each.offsetParent) || each.parentElement;
    for (let each = element; each && each !== document.documentElement; each = outward(each)) {
      const style = styleOf(each);
      if (each.localName === 'svg') painted = true;
      const hidesX = hides(style.overflowX) || (each.localName === 'svg' && style.overflowX !== 'visible');
      const box = each.getBoundingClientRect();
      if (style.display !== 'inline' && style.display !== 'contents') {
        const beyondX = Math.max(box.left - visible.left, visible.right - box.right);
        const beyondY = Math.max(box.top - visible.top, visible.bottom - box.bottom);
        if (hidesX && !scrollsX && beyondX > TOLERANCE_PX && !endsInEllipsis(style))
          cut ??= ['is cut off by', each];
        // Boxes of glyphs are higher than the line where the line height is small.
        if (hides(style.overflowY) && !scrollsY && beyondY > 5 && !endsInEllipsis(style))
          cut ??= ['is cut off by', each];
        if (!painted && !scrollsX && isPainted(style)) {
          painted = true;
          if (!hidesX && !scrolls(style.overflowX) && beyondX > TOLERANCE_PX) cut ??= ['leaves', each];
        }
        const clipsX = hidesX || scrolls(style.overflowX);
        const clipsY = hides(style.overflowY) || scrolls(style.overflowY);
        if (clipsX) {
          visible.left = Math.max(visible.left, box.left);
          visible.right = Math.min(visible.right, box.right);
        }
        if (clipsY) {
          visible.top = Math.max(visible.top, box.top);
          visible.bottom = Math.min(visible.bottom, box.bottom);
        }
        scrollsX ||= scrolls(style.overflowX);
        scrollsY ||= scrolls(style.overflowY);
      }
      if (style.position === 'fixed') break;
      if (style.position === 'absolute') painted = true;
    }
    if (
      !scrollsX &&
      (visible.left < viewport.left - TOLERANCE_PX || visible.right > viewport.right + TOLERANCE_PX)
    )
      cut ??= ['leaves the viewport'];
    const isVisible = visible.right - visible.left > 1 && visible.bottom - visible.top > 1;
    return { visible, isVisible, cut };
  }

  const isShortWord = (text) => /^\p{L}{1,14}$/u.test(text.trim());

  function textBoxes() {
    const found = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (
        !node.data.trim() ||
        !element ||
        /^(script|style|option|noscript|title|desc)$/.test(element.localName)
      )
        continue;
      if (!isShown(element) || isVisuallyHidden(element) || element.closest('[inert]')) continue;
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      if (boxes.length > 1 && isShortWord(node.data)) report(`the word ${describe(element)} is broken`);
      for (const box of boxes) found.push({ element, box });
    }
    return found;
  }

  const overlap = (a, b) => ({
    x: Math.min(a.right, b.right) - Math.max(a.left, b.left),
    y: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  });

  /** Calls `report` for each pair of boxes that overlap; the boxes are sorted by their top edge. */
  function eachOverlap(items, report) {
    items.sort((a, b) => a.visible.top - b.visible.top);
    items.forEach((item, nth) => {
      for (let other = nth + 1; other < items.length; other += 1) {
        const next = items[other];
        if (next.visible.top >= item.visible.bottom) break;
        const { x, y } = overlap(item.visible, next.visible);
        if (x > 2 && y > 2) report(item, next, { x, y });
      }
    });
  }

  const contains = (a, b) => a === b || a.contains(b) || b.contains(a);
  const seen = new Set();
  const report = (fault) => {
    if (!seen.has(fault)) faults.push(fault);
    seen.add(fault);
  };

  const texts = textBoxes().map(({ element, box }) => ({ element, ...clipped(element, box) }));
  for (const { element, cut } of texts) {
    if (!cut) continue;
    const [how, container] = cut;
    report(`text of ${describe(element)} ${how}${container ? ` ${describe(container)}` : ''}`);
  }
  eachOverlap(
    texts.filter(({ isVisible }) => isVisible),
    (a, b, { y }) => {
      if (a.element === b.element || layerOf(a.element) !== layerOf(b.element)) return;
      // Geography decides where the markers of a map are.
      if (a.element.matches('.map-text') && b.element.matches('.map-text')) return;
      // Lines of a paragraph with a small line height overlap by less than half a line.
      const height = Math.min(a.visible.bottom - a.visible.top, b.visible.bottom - b.visible.top);
      if (y > height / 2) report(`text of ${describe(a.element)} overlaps that of ${describe(b.element)}`);
    },
  );

  const targets = [...scope.querySelectorAll(`${controls}, [tabindex]`)]
    .filter((element) => isShown(element) && !isVisuallyHidden(element) && !element.closest('[inert]'))
    .flatMap((element) =>
      [...element.getClientRects()]
        .filter(({ width, height }) => width > 0 && height > 0)
        .map((box) => ({ element, ...clipped(element, box) })),
    )
    .filter(({ isVisible }) => isVisible);
  // A map lies below its own buttons, and geography decides where its markers are.
  const controlTargets = targets.filter(
    ({ element }) => element.matches(controls) && !(element instanceof SVGElement),
  );
  /** In the corner of the other control, such as the button that removes a photo. That the centre is not covered is checked below. */
  const isInCorner = (element, other) =>
    styleOf(element).position === 'absolute' && element.offsetParent?.contains(other) === true;
  eachOverlap([...controlTargets], (a, b) => {
    if (contains(a.element, b.element) || layerOf(a.element) !== layerOf(b.element)) return;
    if (isInCorner(a.element, b.element) || isInCorner(b.element, a.element)) return;
    report(`${describe(a.element)} overlaps ${describe(b.element)}`);
  });
  for (const { element, visible } of controlTargets) {
    const x = (visible.left + visible.right) / 2;
    const y = (visible.top + visible.bottom) / 2;
    const hit = document.elementFromPoint(x, y);
    // Outside of the viewport, below what stays in place while the page scrolls, or covered by its own label.
    if (!hit || contains(element, hit) || layerOf(hit) !== layerOf(element)) continue;
    if (hit.closest('label')?.control === element || styleOf(element).pointerEvents === 'none') continue;
    report(`${describe(element)} is covered by ${describe(hit)}`);
  }

  // Target size of WCAG 2.2 (2.5.8), with its exceptions for links in sentences and for small targets with space around
  // them. Axe counts only the part that is not below a bar at the edge of the viewport.
  const MIN_TARGET_PX = 24;
  const targetBox = (element) => {
    const boxes = [element, ...(element.labels ?? [])].map((each) => each.getBoundingClientRect());
    return {
      left: Math.min(...boxes.map(({ left }) => left)),
      right: Math.max(...boxes.map(({ right }) => right)),
      top: Math.min(...boxes.map(({ top }) => top)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    };
  };
  const isInSentence = (element) =>
    styleOf(element).display.startsWith('inline') &&
    element.parentElement.textContent.trim().length > element.textContent.trim().length;
  const sized = [...new Set(controlTargets.map(({ element }) => element))].map((element) => ({
    element,
    box: targetBox(element),
  }));
  for (const { element, box } of sized) {
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    if ((width >= MIN_TARGET_PX && height >= MIN_TARGET_PX) || isInSentence(element)) continue;
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    const crowds = (other) => {
      // What stays in place while the page scrolls is close to everything once.
      if (contains(element, other.element) || layerOf(element) !== layerOf(other.element)) return false;
      const dx = Math.max(other.box.left - x, 0, x - other.box.right);
      const dy = Math.max(other.box.top - y, 0, y - other.box.bottom);
      return Math.hypot(dx, dy) < MIN_TARGET_PX / 2;
    };
    const neighbour = sized.find(crowds);
    if (neighbour)
      report(
        `${describe(element)} is ${Math.round(width)} x ${Math.round(height)} px, close to ${describe(neighbour.element)}`,
      );
  }

  // Order of the Tab key against the order of reading, for neighbours of one layer: never back up within a column, never
  // back to the left within a row.
  const stops = targets
    .filter(({ element }) => !(element instanceof SVGElement))
    .filter(({ element }, nth, all) => element.tabIndex >= 0 && all[nth - 1]?.element !== element);
  stops.forEach(({ element, visible }, nth) => {
    const next = stops[nth + 1];
    if (!next || contains(element, next.element) || layerOf(element) !== layerOf(next.element)) return;
    const { x, y } = overlap(visible, next.visible);
    const isAbove = next.visible.bottom <= visible.top && x > 0;
    const isBefore = next.visible.right <= visible.left && y > 4;
    if (isAbove || isBefore) report(`Tab jumps back from ${describe(element)} to ${describe(next.element)}`);
  });

  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  for (const id of new Set(ids.filter((each, nth) => ids.indexOf(each) !== nth)))
    report(`the id ${id} is used twice`);

  const overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (overflow > 0) report(`the page is ${overflow} px wider than the viewport`);
  return faults;
})();
