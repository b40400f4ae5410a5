import LMDB
import Nacre
import NacreLMDB
import PeerMessages

/// One opening that is registered without a store, and what it does.
struct PresenceSteps {
    let folder: String

    func run(_ steps: [PeerPresenceStep]) throws {
        var presence: StorePresence?
        for step in steps {
            switch step {
            case .register:
                do {
                    let registered = try StorePresence.register(
                        in: StoreFolder(folder), waiting: WriteLockWaitPolicy(limit: .milliseconds(300)))
                    presence = registered
                    try PeerAnswer.writeLine(registered.hasLock ? "register" : "register without lock")
                } catch let error as EventStoreError {
                    try PeerAnswer.writeLine("register \(error.code)")
                }
            case .own: try PeerAnswer.writeLine("own \(presence?.own() == true)")
            case .isAlone: try PeerAnswer.writeLine("isAlone \(presence?.isAlone == true)")
            case .disown:
                presence?.disown()
                try PeerAnswer.writeLine("disown")
            case .close:
                presence?.close()
                try PeerAnswer.writeLine("close")
            case .stop: try ProcessStop.stop()
            }
        }
    }
}
