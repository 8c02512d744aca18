"""A stub of PettingZoo 1.2x for tests: the part that a subclass uses."""

import warnings


class ParallelEnv:
    def reset(self, seed=None, options=None):
        raise NotImplementedError

    def step(self, actions):
        raise NotImplementedError

    def close(self):
        pass

    def state(self):
        raise NotImplementedError

    def observation_space(self, agent):
        warnings.warn("observation_space is not overridden")
        return self.observation_spaces[agent]

    def action_space(self, agent):
        warnings.warn("action_space is not overridden")
        return self.action_spaces[agent]

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self
