import NacreTesting

extension SimulationFaults {
    /// The same faults, and tables that turn out to be damaged when they are looked at, each time with a probability.
    func damaging(_ probability: Double) -> SimulationFaults {
        var faults = self
        faults.damage = probability
        return faults
    }
}
