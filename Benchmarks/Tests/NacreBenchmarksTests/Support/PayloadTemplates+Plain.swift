@testable import NacreLoad

extension PayloadTemplates {
    /// Generates random payloads of one size.
    init(seed: UInt64, payloadBytes: Int) {
        self.init(
            of: AppendLoad(writers: 1, eventsPerAppend: 1, streams: 1, payloadBytes: payloadBytes, seed: seed))
    }
}
