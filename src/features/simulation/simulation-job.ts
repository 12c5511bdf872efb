// Kind of the due job that runs simulation steps. The key is the booking id.
export const SIMULATION_JOB = 'simulation.step';
