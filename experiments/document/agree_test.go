package document_test

import (
	"testing"

	"quadword/experiments/document/documenttest"
)

func TestFormsAgree(t *testing.T) {
	documenttest.Agree(t, kinds())
}
