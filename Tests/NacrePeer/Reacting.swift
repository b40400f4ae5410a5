import Foundation
import Kernel
import Nacre

/// Runs the kernel's process managers that others run too: what follows from an event is to follow once.
struct Reacting {
    let kernel: Kernel

    func run(announced isAnnounced: Bool) async throws -> Position {
        let halts = try await kernel.react { position, _ in
            guard isAnnounced else { return }
            // Whoever listens may be gone.
            try? FileHandle.standardOutput.write(contentsOf: Data("\(position)\n".utf8))
        }
        if let halt = halts.first { throw halt }
        return try await kernel.store.head()
    }
}
