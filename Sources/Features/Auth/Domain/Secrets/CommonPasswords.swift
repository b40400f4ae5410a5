/// Well-known passwords that are long enough for the rule of length.
enum CommonPasswords {
    /// Whether a password is well known: one of a list, or made of one short text that is repeated.
    ///
    /// - Parameter text: The password in lower case.
    /// - Returns: Whether it is well known.
    static func contains(_ text: String) -> Bool {
        list.contains(text) || isRepetition(Array(text.unicodeScalars)) || isSequence(Array(text.unicodeScalars))
    }

    /// Whether a text repeats its first one to four scalars to its end: `aaaaaaaaaaaa`, `abcabcabcabc`.
    private static func isRepetition(_ text: [Unicode.Scalar]) -> Bool {
        (1...4).contains { length in
            text.count >= 2 * length && text.indices.allSatisfy { text[$0] == text[$0 % length] }
        }
    }

    /// Whether each scalar follows the one before, forwards or backwards: `abcdefghijkl`, `987654321098`.
    private static func isSequence(_ text: [Unicode.Scalar]) -> Bool {
        guard text.count >= 3 else { return false }
        return [1, -1].contains { step in
            zip(text, text.dropFirst()).allSatisfy { left, right in
                Int(right.value) - Int(left.value) == step || isWrapped(left, right, step)
            }
        }
    }

    /// Whether the digits continue from 9 to 0, or from 0 to 9.
    private static func isWrapped(_ left: Unicode.Scalar, _ right: Unicode.Scalar, _ step: Int) -> Bool {
        step == 1 ? left == "9" && right == "0" : left == "0" && right == "9"
    }

    private static let list: Set<String> = [
        "1q2w3e4r5t6y", "1qaz2wsx3edc", "administrator", "administrator1", "adminadminadmin", "changemechangeme",
        "changemenow1", "correct horse battery staple", "correcthorsebatterystaple", "football12345", "iloveyou1234",
        "iloveyouforever", "letmein12345", "letmeinletmein", "master123456", "monkey123456", "mypassword123",
        "passw0rd1234", "password1234", "password12345", "password123456", "password1234567", "password12345678",
        "password123!", "passwordpassword", "passwort1234", "princess1234", "q1w2e3r4t5y6", "qazwsxedcrfv",
        "qwerty123456", "qwertyqwerty", "qwertyuiop12", "qwertyuiop123", "qwertyuiopasdf", "sunshine1234",
        "superman1234", "thisisapassword", "trustno1trustno1", "welcome12345", "welcome123456", "zaq12wsxcde3",
    ]
}
