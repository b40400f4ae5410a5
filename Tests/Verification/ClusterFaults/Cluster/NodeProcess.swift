import ChildProcesses
import Foundation
import ReplicatedLogServers
import Synchronization

/// The process of a node, which is killed, paused and started again.
final class NodeProcess: Sendable {
    /// What it is started with.
    struct Settings: Sendable {
        var path: String
        var address: String
        var log: LogKind
        var seed: UInt64
        var plant: String?
        var place: ServerPlace
    }

    private struct State {
        var process: ChildProcess?
        var waiting: [Int: CheckedContinuation<NodeAnswer.Content, Never>] = [:]
        var isOpen = false
        var number = 0
        /// Why the node did not open.
        var failure: String?
        var output: Task<Void, Never>?
    }

    let name: String
    let settings: Settings
    private let state = Mutex(State())

    init(_ name: String, _ settings: Settings) {
        self.name = name
        self.settings = settings
    }

    /// Whether it has been opened, and was not killed since.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Why the node ended by itself; `nil` if it did not.
    var failure: String? { state.withLock { $0.failure } }

    /// Starts the process, which opens the node as soon as it can.
    func start() async throws {
        var arguments = ["node", settings.path, settings.address, "--log", settings.log.rawValue]
        arguments += ["--seed", "\(settings.seed)"]
        if let plant = settings.plant { arguments += ["--plant", plant] }
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
        let command = settings.place.launcher + [program] + arguments
        let errors = URL(filePath: settings.path + ".txt")
        if !FileManager.default.fileExists(atPath: errors.path) { try Data().write(to: errors) }
        let process = try await ChildProcess(
            URL(filePath: command[0]), Array(command.dropFirst()), takesInput: true, errors: errors)
        state.withLock { $0.process = process }
        let output = Task.detached { [self] in
            // An output that cannot be read ends as that of a process that has ended.
            try? await process.lines { self.take($0) }
            ended(process)
        }
        state.withLock { $0.output = output }
    }

    /// Waits until the node is open.
    ///
    /// - Throws: ``ProofFailure`` if it ends, or is not open in time.
    func awaitOpening(within limit: Duration = .seconds(120)) async throws {
        let end = ContinuousClock.now + limit
        while !isOpen {
            if let failure { throw ProofFailure("\(name) has ended: \(failure)") }
            guard ContinuousClock.now < end else { throw ProofFailure("\(name) is not open after \(limit)") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Asks the node; the answer of one that ends meanwhile is a failure.
    func ask(_ call: NodeRequest.Call) async -> NodeAnswer.Content {
        await withCheckedContinuation { continuation in
            let request: (NodeRequest, ChildProcess)? = state.withLock { state in
                guard state.isOpen, let process = state.process else { return nil }
                state.number += 1
                state.waiting[state.number] = continuation
                return (NodeRequest(number: state.number, call: call), process)
            }
            guard let (request, process) = request else {
                return continuation.resume(returning: .failed(Excuse.node + "it does not run"))
            }
            do {
                try process.write(JSONEncoder().encode(request) + [UInt8(ascii: "\n")])
            } catch {
                resume(request.number, .failed(Excuse.node + "\(error)"))
            }
        }
    }

    /// Ends it like a crash, and waits until it has ended.
    func kill() async throws {
        let (process, output) = state.withLock { state in
            defer { state.process = nil }
            state.isOpen = false
            return (state.process, state.output)
        }
        guard let process else { return }
        process.send(SIGKILL)
        _ = try await process.ending()
        await output?.value
    }

    func pause() { state.withLock { $0.process }?.send(SIGSTOP) }

    func resume() { state.withLock { $0.process }?.send(SIGCONT) }

    /// Closes the node, and waits until its process has ended.
    func close() async throws {
        let process = state.withLock { $0.process }
        guard case .done = await ask(.close) else { throw ProofFailure("\(name) could not be closed") }
        state.withLock { state in
            state.isOpen = false
            state.process = nil
        }
        _ = try await process?.ending()
    }

    // MARK: Answers

    private func take(_ line: Data) {
        guard let answer = try? JSONDecoder().decode(NodeAnswer.self, from: line) else {
            return state.withLock { $0.failure = "it said \(String(decoding: line.prefix(200), as: UTF8.self))" }
        }
        guard answer.number == 0 else { return resume(answer.number, answer.content) }
        state.withLock { state in
            switch answer.content {
            case .failed(let words): state.failure = words
            default: state.isOpen = true
            }
        }
    }

    private func resume(_ number: Int, _ content: NodeAnswer.Content) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: content)
    }

    /// Fails what waits when the process has ended.
    private func ended(_ process: ChildProcess) {
        let waiting = state.withLock { state in
            // By itself: a kill or a close has taken it away before.
            if state.process === process {
                state.isOpen = false
                state.failure = state.failure ?? "its process has ended by itself"
            }
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values {
            continuation.resume(returning: .failed(Excuse.node + "it ended before it answered"))
        }
    }
}
