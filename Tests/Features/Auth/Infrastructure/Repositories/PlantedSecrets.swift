import AuthDomain
import FeatureTesting
import Foundation
import Nacre

/// Secrets that a test looks for in a log, in every form in which they could be written.
struct PlantedSecrets {
    private(set) var forms: [(name: String, bytes: [UInt8])] = []

    /// The name of each secret.
    private(set) var names: [String] = []

    /// Adds a text: as it is, and in lower case.
    mutating func add(_ name: String, _ text: String) {
        add(name, Array(text.utf8))
        if text.lowercased() != text { forms.append((name, Array(text.lowercased().utf8))) }
    }

    /// Adds bytes: as they are, in hexadecimal digits, and in base64.
    mutating func add(_ name: String, _ bytes: [UInt8]) {
        names.append(name)
        let hexadecimal = bytes.map { String(format: "%02x", $0) }.joined()
        // Without the last characters, which depend on what follows.
        let base64 = Data(bytes).base64EncodedString().prefix(bytes.count / 3 * 4)
        let base64url = String(base64.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
        forms.append((name, bytes))
        for text in Set([hexadecimal, hexadecimal.uppercased(), String(base64), base64url]) {
            forms.append((name, Array(text.utf8)))
        }
    }

    /// Adds the hashes of an account's passwords, as they are encoded, and the last part of each, without its salt.
    mutating func addHashes(of account: AccountID, in stores: AuthStores) async throws {
        for credential in try await stores.secrets.credentials(of: account) {
            guard let hash = try await stores.secrets.passwordHash(credential.id, of: account) else { continue }
            let encoded = hash.bytes.copy
            add("a hash", encoded)
            let digest = encoded.split(separator: UInt8(ascii: "$")).last ?? []
            if digest.count < encoded.count { add("a digest", Array(digest)) }
        }
    }

    /// The names of what is found in a log, once for each event and form.
    func found(in store: any EventStore) async throws -> [String] {
        var found: [String] = []
        for try await event in store.readLog() {
            let parts =
                [Array(event.stream.text.utf8), Array(event.data), Array(event.metadata)]
                + event.tags.map { Array($0.text.utf8) }
            for form in forms where parts.contains(where: { $0.firstRange(of: form.bytes) != nil }) {
                found.append(form.name)
            }
        }
        return found
    }
}
