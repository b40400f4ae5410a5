import Foundation
import Synchronization

/// Writes answers on standard output, one at a time.
final class AnswerOutput: Sendable {
    private let isFree = Mutex(())

    func write(_ answer: NodeAnswer) {
        do {
            let line = try JSONEncoder().encode(answer) + [UInt8(ascii: "\n")]
            try isFree.withLock { _ in try FileHandle.standardOutput.write(contentsOf: line) }
        } catch {
            // Without the process that asks, nothing is left to do.
            exit(2)
        }
    }
}

/// Reads requests from standard input.
enum RequestInput {
    /// The requests, until the input ends, which ends the process.
    static func requests() -> AsyncStream<NodeRequest> {
        let (stream, continuation) = AsyncStream<NodeRequest>.makeStream()
        Thread.detachNewThread {
            while let line = readLine(strippingNewline: true) {
                guard let request = try? JSONDecoder().decode(NodeRequest.self, from: Data(line.utf8)) else { exit(3) }
                continuation.yield(request)
            }
            exit(0)
        }
        return stream
    }
}
