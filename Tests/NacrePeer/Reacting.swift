import Foundation
import Kernel
import Nacre
import PeerMessages

/// Runs process managers that others run too, two at once: what follows from an event is to follow once.
struct Reacting {
    let kernel: Kernel

    func run(announced isAnnounced: Bool) async throws -> Position {
        async let echoed = ProcessRunner(manager: Echoing(), store: kernel.store).catchUp { position, _ in
            if isAnnounced { Self.tell(position) }
        }
        let halts = try await kernel.react { position, _ in
            if isAnnounced { Self.tell(position) }
        }
        if let halt = halts.first { throw halt }
        return try await echoed
    }

    private static func tell(_ position: Position) {
        // Whoever listens may be gone.
        try? FileHandle.standardOutput.write(contentsOf: Data("\(position)\n".utf8))
    }
}
