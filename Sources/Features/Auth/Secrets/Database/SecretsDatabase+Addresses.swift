import AuthDomain
import LMDB

extension SecretsDatabase {
    /// The length of a claim, in bytes before it is written as hexadecimal digits.
    private static let claimByteCount = 16

    /// The keyed hash of an address.
    func claim(of address: EmailAddress) -> EmailClaim {
        let hash = sodium.keyedHash(Array(address.text.utf8), under: storeKeys.claims)
        return EmailClaim(hash.prefix(Self.claimByteCount).hexadecimal)
    }

    /// The address of an account; `nil` if it has none.
    func address<Source: RecordSource & ~Copyable>(
        of account: AccountID, in transaction: borrowing Source
    ) throws -> EmailAddress? {
        guard var bytes = try opened(RecordKey(.addresses, account.bytes), of: account, in: transaction) else {
            return nil
        }
        defer { sodium.erase(&bytes) }
        do {
            return try EmailAddress(String(decoding: bytes, as: UTF8.self))
        } catch {
            throw SecretsError(.damaged, "an address in \(environment.path) is no e-mail address", cause: error)
        }
    }
}

extension Sequence<UInt8> {
    /// The bytes as lower-case hexadecimal digits.
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
