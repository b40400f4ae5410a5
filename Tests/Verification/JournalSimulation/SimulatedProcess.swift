import CStepping

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A process that does steps one at a time, as the simulation sees it.
final class SimulatedProcess {
    /// The descriptors of all processes in the simulation's process, which a copy of it must not keep.
    ///
    /// `nonisolated(unsafe)` is right because the simulation runs on one thread.
    private static nonisolated(unsafe) var descriptors: Set<Int32> = []

    private let processID: Int32
    private var channel: Channel
    private let orders: Int32
    private(set) var isAlive = true
    /// A letter for each opening, and one for the program without a journal; see ``SteppedProcess``.
    private(set) var stages = "---"

    /// Starts a process for a store.
    ///
    /// - Parameter folder: The folder of the store.
    /// - Throws: ``Violation`` if the system cannot start it.
    init(_ folder: String) throws {
        let (steps, answers, orders) = (try Self.makePipe(), try Self.makePipe(), try Self.makePipe())
        processID = stepping_fork()
        guard processID >= 0 else { throw Violation("no process can be started") }
        if processID == 0 {
            for descriptor in Self.descriptors { close(descriptor) }
            for descriptor in [steps.writing, answers.reading, orders.writing] { close(descriptor) }
            signal(SIGPIPE, SIG_IGN)
            stepping_begin(answers.writing, orders.reading)
            SteppedProcess(folder, Channel(input: steps.reading, output: answers.writing)).run()
            _exit(0)
        }
        for descriptor in [steps.reading, answers.writing, orders.reading] { close(descriptor) }
        channel = Channel(input: answers.reading, output: steps.writing)
        self.orders = orders.writing
        Self.descriptors.formUnion([answers.reading, steps.writing, orders.writing])
    }

    private static func makePipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw Violation("no pipe can be made")
        }
        return (ends[0], ends[1])
    }

    deinit { terminate() }

    /// Tells a step.
    ///
    /// - Returns: The answer, or where the step has stopped, beginning with `stopped`.
    /// - Throws: A violation if the process ends or does not answer.
    func ask(_ step: String) throws -> String {
        channel.send(step)
        return try answer(to: step)
    }

    /// Gives an order to the step that has stopped.
    func order(_ order: stepping_order) {
        var byte = UInt8(truncatingIfNeeded: order.rawValue)
        _ = write(orders, &byte, 1)
    }

    /// The answer to a step that goes on.
    func answer(to step: String) throws -> String {
        guard let line = channel.receive(within: 60) else {
            let status = end()
            throw Violation("\(step): no answer, and the process \(status)")
        }
        guard let tab = line.firstIndex(of: "\t") else { return line }
        stages = String(line[..<tab])
        return String(line[line.index(after: tab)...])
    }

    /// Kills the process.
    func terminate() {
        guard isAlive else { return }
        _ = kill(processID, SIGKILL)
        _ = end()
    }

    /// Waits for the end of the process, which was killed or crashes.
    ///
    /// - Returns: How it has ended.
    @discardableResult
    func end() -> String {
        guard isAlive else { return "has ended" }
        isAlive = false
        stages = "---"
        for descriptor in [channel.input, channel.output, orders] {
            close(descriptor)
            Self.descriptors.remove(descriptor)
        }
        var status: Int32 = 0
        for _ in 0..<100 {
            if waitpid(processID, &status, WNOHANG) != 0 { return "has ended with status \(status)" }
            usleep(status == 0 ? 200 : 1_000)
        }
        _ = kill(processID, SIGKILL)
        waitpid(processID, &status, 0)
        return "hangs"
    }
}

/// What must not happen.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
