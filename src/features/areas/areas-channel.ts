// The channel on which a change of service areas or price books is announced.
export const areasChannel = 'areas_changed';
