/// A task of the simulation with all child tasks of it: what is scheduled under one name.
final class Strand: Sendable {
    /// The strand that the running code belongs to; `nil` outside of a simulation.
    @TaskLocal static var current: Strand?

    /// Its number within the run, by which it is told from others of its name.
    let number: Int
    let name: String
    let process: SimulatedProcess.Life

    /// Whether it goes on until the world is finished.
    let isService: Bool

    init(_ number: Int, named name: String, in process: SimulatedProcess.Life, isService: Bool) {
        self.number = number
        self.name = name
        self.process = process
        self.isService = isService
    }
}
