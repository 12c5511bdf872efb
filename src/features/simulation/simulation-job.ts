// The kind of job that plays a booking; its key is the booking.
export const SIMULATION_JOB = 'simulation.step';
