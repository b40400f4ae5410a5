import ArgumentParser
import Nacre

/// The metadata of generated events.
struct MetadataOptions: ParsableArguments {
    @Option(
        name: .customLong("metadata-bytes"),
        help: "Bytes of an event's metadata, beside its data: at most \(Limits.metadataBytes).")
    var bytes = 0

    func validate() throws {
        try require(bytes, atLeast: 0, "--metadata-bytes")
        guard bytes <= Limits.metadataBytes else {
            throw ValidationError("--metadata-bytes is at most \(Limits.metadataBytes), this is \(bytes)")
        }
    }
}
