import NacreTesting

extension SimulationFaults {
    /// The same faults, and tables that are found damaged with a probability whenever they are read.
    func damaging(_ probability: Double) -> SimulationFaults {
        var faults = self
        faults.damage = probability
        return faults
    }
}
