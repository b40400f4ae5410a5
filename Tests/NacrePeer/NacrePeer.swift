import Foundation
import Nacre
import NacreLMDB
import PeerMessages

/// A second process for the tests: opens the store named by its argument, does the job on its standard input, and
/// answers on its standard output.
@main struct NacrePeer {
    static func main() async throws {
        let job = try JSONDecoder().decode(
            PeerJob.self, from: try FileHandle.standardInput.readToEnd() ?? Data())
        var options = LMDBEventStore.Options()
        options.createsStore = false
        options.mapSize = 1 << 30
        options.derivedMapSize = 1 << 30
        let store = try await LMDBEventStore.open(at: CommandLine.arguments[1], options: options)
        switch job {
        case .append(let commit):
            do {
                try answer(PeerAnswer(try await store.append(commit.commit)))
            } catch let error as EventStoreError {
                try answer(PeerAnswer(error))
            }
        case .read(let stream):
            try answer(try await store.read(StreamName(stream)).collect().map(PeerEvent.init))
        case .contend(let name, let events):
            try answer(try await Contest(store: store, name: name).run(events: events))
        }
        await store.close()
    }

    private static func answer(_ value: some Encodable) throws {
        try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(value))
    }
}
