/// A task of the simulation and all its child tasks, scheduled under one name.
final class Strand: Sendable {
    /// The strand of the running code; `nil` outside a simulation.
    @TaskLocal static var current: Strand?

    /// Its number in the run, which is unique; names are not.
    let number: Int
    let name: String
    let process: SimulatedProcess.Life

    /// Whether it continues until the world is finished.
    let isService: Bool

    init(_ number: Int, named name: String, in process: SimulatedProcess.Life, isService: Bool) {
        self.number = number
        self.name = name
        self.process = process
        self.isService = isService
    }
}
